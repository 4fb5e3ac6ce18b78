"""The types of a scenario's fields, and the base classes of its models."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache, reduce
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, cast, get_args, get_origin

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    PlainValidator,
    model_validator,
)
from pydantic_core import CoreSchema, core_schema

from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.letters import NAME_LETTERS, TEXT_LETTERS, clean, quote_text, unwrap
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.rules.games import GAMES, named_difficulties
from wyrd_tui.engine.spelling import suggest_in_problem
from wyrd_tui.store.scenarios.amounts import Formula, compute_amount

Record = TypeVar("Record")
NAMES = ("title", "name", "label")
"""The fields that name an entry; an entry without an id has one that is made from its name."""
MOST_DIFFICULTY = 999


class Entry(BaseModel):
    """A table of the format: it knows its keys and takes no others; some tables may be written in short, as text."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True, hide_input_in_errors=True)

    short_form: ClassVar[Callable[[str], dict[str, Any]] | None] = None
    """The function that turns text into the table that it stands for."""

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, value: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        made = handler(cls.short_form(value) if cls.short_form and isinstance(value, str) else value)
        if fault := made.fault():
            raise ValueError(fault)
        return made

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        made = handler(core_schema)
        return {"anyOf": [{"type": "string"}, made]} if cls.short_form else made

    def over(self, model: Entry) -> Self:
        """Complete it with the keys that only another one has; tables that are empty by default are joined."""
        given = {name: getattr(model, name) for name in model.model_fields_set & type(self).model_fields.keys()}
        for name in given.keys() & self.model_fields_set:
            own, joined = getattr(self, name), type(self).model_fields[name].default_factory is dict
            given[name] = {**given[name], **own} if joined else own
        return self.model_copy(update=given)

    def fault(self) -> str:
        """Say what is wrong with the keys of the entry together; empty where nothing is."""
        return ""

    @property
    def own_id(self) -> str:
        """The id of the entry: as given, else made from its name; that of its model, or none, where it has neither."""
        if given := getattr(self, "id", None):
            return str(given)
        name = next(filter(None, (getattr(self, field, None) for field in NAMES)), None)
        return slug(name) if name else getattr(self, "like", None) or ""

    def make(self, record: Callable[..., Record], **others: Any) -> Record:  # noqa: ANN401 - any field
        """Make a record of the table: its fields are those of the same names here, unless others are given."""
        own = {each.name: getattr(self, each.name, None) for each in fields(cast("Any", record))}
        own = {name: tuple(value) if isinstance(value, list) else value for name, value in own.items()}
        return record(**{name: value for name, value in own.items() if value is not None} | others)


AnyEntry = TypeVar("AnyEntry", bound=Entry)


def spellings(model: type[BaseModel], field: str) -> list[str]:
    """List the names that a key of a model may be written with."""
    choices = getattr(model.model_fields[field].validation_alias, "choices", ())
    return [str(choice) for choice in choices] or [field]


class RefersTo(NamedTuple):
    """An annotation of a type: its texts are ids of something else, called by a noun; an outer one goes first."""

    noun: str


@cache
def nouns_of(model: type[Entry]) -> Mapping[str, str]:
    """Map the fields of a model that refer to something to the noun of what they refer to."""
    found = {field: _noun((*info.metadata, info.annotation)) for field, info in model.model_fields.items()}
    return {field: noun for field, noun in found.items() if noun}


def _noun(parts: Iterable[Any]) -> str:
    nouns = (part.noun if isinstance(part, RefersTo) else _noun(get_args(part)) for part in parts)
    return next(filter(None, nouns), "")


class OneOf(NamedTuple):
    """An annotation of a type whose texts are words of a list, which is whole when the first scenario is read.

    In `any_case`, capitals and small letters are the same; not for keys, of which one would hide another.
    """

    words: Callable[[], Iterable[str]]
    any_case: bool = False

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> CoreSchema:
        """Return the schema of the words."""
        known = {word.casefold(): word for word in self.words()}
        literal = core_schema.literal_schema([*known.values()])

        def spell(value: object) -> object:
            return known.get(value.strip().casefold(), value) if isinstance(value, str) else value

        return core_schema.no_info_before_validator_function(spell, literal) if self.any_case else literal


@cache
def words_of(model: type[Entry], field: str) -> Sequence[str]:
    """List the only words that a field takes, or its keys; none where it takes others."""
    info = model.model_fields[field]
    return [*_words((*info.metadata, info.annotation))]


def _words(parts: Iterable[Any]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, OneOf):
            yield from part.words()
        elif get_origin(part) is Literal:
            yield from (word for word in get_args(part) if isinstance(word, str))
        else:
            yield from _words(get_args(part))


def formerly(words: Mapping[str, str]) -> BeforeValidator:
    """Annotate a type that also takes earlier words for its own, which its refusals and the schema leave out."""
    return BeforeValidator(lambda value: words.get(value, value) if isinstance(value, str) else value)


def _name(text: str) -> str:
    if not (name := clean(text)):
        raise ValueError('must not be empty; write a few letters, such as "Mercer"')
    return name


def _id(text: str) -> str:
    if text != slug(text):
        raise ValueError(f'must be lower case words joined by hyphens, such as "{slug(clean(text))}"')
    return text


def _amount(low: int, high: int, *, rungs: bool = False) -> Any:  # noqa: ANN401 - a validator
    """Accept a whole number between two bounds, or an amount in words; with `rungs`, also the name of a difficulty."""
    # The bounds of a difficulty depend on the game, too.
    least, most = (-MOST_DIFFICULTY, MOST_DIFFICULTY) if rungs else (low, high)
    rung = ', a rung such as "Formidable"' if rungs else ""
    wanted = f'must be a whole number{rung}, or an amount such as "players + 1"'

    def read(value: object) -> int | str | Formula:
        if isinstance(value, int) and not isinstance(value, bool):
            if not least <= value <= most:
                raise ValueError(f"must be from {least} to {most}")
            return value
        if not isinstance(value, str):
            raise ValueError(wanted)
        # The number that a name stands for depends on the game, which a field alone does not know.
        names = {name.casefold(): name for ladder in named_difficulties().values() for name in ladder} if rungs else {}
        if name := names.get(" ".join(value.split()).casefold()):
            return name
        formula = Formula(value, low, high)
        try:
            compute_amount(formula, 1)
        except ValueError as error:
            near = suggest_in_problem(value, names.values())
            raise ValueError(f"{quote_text(value)} is not a rung{near}" if near else f"{wanted}: {error}") from None
        return formula

    return PlainValidator(read, json_schema_input_type=int | str)


Name = Annotated[str, Field(max_length=NAME_LETTERS), AfterValidator(_name)]
OneLine = Annotated[str, Field(max_length=300), AfterValidator(lambda text: clean(text, most=300))]
LongText = Annotated[str, Field(max_length=TEXT_LETTERS), AfterValidator(lambda text: unwrap(clean(text, lines=True)))]
Id = Annotated[str, Field(max_length=NAME_LETTERS), AfterValidator(_id)]
GameId = Annotated[str, OneOf(lambda: GAMES)]
CastId = Annotated[Id, RefersTo("member of the cast")]
ChallengeId = Annotated[Id, RefersTo("challenge")]
CharacterId = Annotated[Id, RefersTo("character")]
SettingId = Annotated[Id, RefersTo("setting")]
TrackId = Annotated[Id, RefersTo("track")]
StageRuleId = Annotated[Id, RefersTo("shipped stage rule")]
CountKey = Annotated[int | Formula, _amount(0, 500)]
Level = Annotated[int | Formula, _amount(-20, 20)]
Beads = Annotated[int | Formula, _amount(1, 60)]
DifficultyKey = Annotated[int | str | Formula, _amount(-20, 60, rungs=True)]
Few = Annotated[int, Field(ge=0, le=60)]
PoolSize = Annotated[int | Formula, _amount(0, 60)]
StartingScore = Annotated[int, Field(ge=1, le=30)]


def new_list() -> list[Any]:
    """Make an empty list. Pydantic asks a default for its signature, and `list` takes half a millisecond to tell it."""
    return []


def listed(description: str, most: int = 50, kind: type[list[Any] | dict[str, Any]] = list) -> Any:  # noqa: ANN401
    """Make the field of a list, or of a table with keys of the author's own, that may be missing."""
    return Field(default_factory=new_list if kind is list else kind, max_length=most, description=description)


def option(description: str, default: Any = None, *names: str, **limits: Any) -> Any:  # noqa: ANN401 - a field
    """Make the field of a key that may be missing, unless its default is `...`, and that may have several names."""
    return Field(default, description=description, validation_alias=AliasChoices(*names) if names else None, **limits)


class Identified(Entry):
    """An entry that others may refer to."""

    id: Id | None = option("Unique in the file; made from the name or title where it is missing.")


def begin_alike(text: str) -> dict[str, Any]:
    """Write an entry that is the id of another one in full."""
    return {"like": text}


class Alike(Identified):
    """An entry that may start from another one; text alone is the id of that."""

    short_form = begin_alike

    like: Id | None = option("Id of a shipped or other entry that this one starts from.")


def completed(entries: Sequence[AnyEntry]) -> AnyEntry | None:
    """Put an entry together out of several, the nearest first; None out of none."""
    return reduce(lambda whole, entry: entry.over(whole), reversed(entries)) if entries else None


class Titled(Identified):
    """An entry with a title."""

    title: Name = Field(validation_alias=AliasChoices("title", "name"), description="A few words.")


ID_OR_TABLE = Discriminator(lambda value: "id" if isinstance(value, str) else "table")
"""The discriminator of a union of an id and a table that stands in its place, with their tags."""
