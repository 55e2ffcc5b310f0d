"""The scripts that `digest doctor` looks at, and what may be said of each."""

from digest.values import Frozen


class Script(Frozen):
    """A script by name, the language it is set in here, and some of its letters."""

    name: str
    language: str
    letters: str


#: The scripts that are looked at, those of our own families first.
SCRIPTS = (
    Script(name="Latin", language="en", letters="Hamburgefonstiv ÅßçĐğłőšžảệ"),
    Script(name="Greek", language="el", letters="Θαλάσσια στάθμη"),
    Script(name="Cyrillic", language="ru", letters="Уровень моря Ђїў"),
    Script(name="Arabic", language="ar", letters="مستوى سطح البحر پگچ"),
    Script(name="Hebrew", language="he", letters="מפלס הים"),
    Script(name="Devanagari", language="hi", letters="समुद्र का स्तर क्षत्रज्ञ"),
    Script(name="Bengali", language="bn", letters="সমুদ্রের স্তর"),
    Script(name="Tamil", language="ta", letters="கடல் மட்டம்"),
    Script(name="Thai", language="th", letters="ระดับน้ำทะเล"),
    Script(name="Khmer", language="km", letters="កម្រិតទឹកសមុទ្រ"),
    Script(name="Ethiopic", language="am", letters="የባሕር ወለል"),
    Script(name="Georgian", language="ka", letters="ზღვის დონე"),
    Script(name="Armenian", language="hy", letters="Ծովի մակարդակ"),
    Script(name="Japanese", language="ja", letters="海面の高さ 骨角 カタカナ"),
    Script(name="Korean", language="ko", letters="해수면 높이 海水面"),
    Script(name="Simplified Chinese", language="zh-Hans", letters="海平面 骨角门"),
    Script(name="Traditional Chinese", language="zh-Hant", letters="海平面 骨角門"),
    Script(name="Emoji", language="en", letters="🌊🔬👩🏽‍🔬🇵🇹"),
    Script(name="Symbols", language="en", letters="→≤∑√☂✓♫"),
)


class Coverage(Frozen):
    """What sets a script: the families that were used, and the packages that would bring more.

    `missing` are letters without a glyph.
    """

    script: str
    families: tuple[str, ...]
    missing: str = ""
    packages: tuple[str, ...] = ()


class Report(Frozen):
    """All scripts, each with what sets it."""

    scripts: tuple[Coverage, ...]
