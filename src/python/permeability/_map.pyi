# SPDX-License-Identifier: Apache-2.0
from typing import Any, Callable, Iterable, Iterator, Literal, Mapping, Optional, Tuple, Union, overload

from ._errors import Error
from ._result import Result
from ._solve import Image

Images = Iterable[Union[Image, Tuple[Image, Mapping[str, Any]]]]
Progress = Union[None, bool, Callable[[int, Optional[int]], object]]

@overload
def map(
    images: Images,
    *,
    axes: Optional[Literal["xyz", "zyx"]] = ...,
    progress: Progress = ...,
    strict: bool = ...,
    return_exceptions: Literal[False] = ...,
    **options: Any,
) -> Iterator[Result]: ...
@overload
def map(
    images: Images,
    *,
    axes: Optional[Literal["xyz", "zyx"]] = ...,
    progress: Progress = ...,
    strict: bool = ...,
    return_exceptions: bool,
    **options: Any,
) -> Iterator[Union[Result, Error]]: ...
