"""What every value of the house is made of: frozen, closed and comparable."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """The base of every value: it cannot change and it accepts no unknown field."""

    model_config = ConfigDict(frozen=True, extra="forbid")
