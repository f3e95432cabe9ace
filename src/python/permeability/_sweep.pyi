# SPDX-License-Identifier: Apache-2.0
from typing import Any, Dict, Iterable, List, Mapping, Optional, Union

from ._solve import Progress

def sweep(
    kinds: Union[str, Iterable[str]],
    porosity: Union[float, str, Iterable[Union[float, str]]],
    *,
    size: Any,
    seed: Union[None, int, Iterable[int]] = ...,
    recipe: Optional[Mapping[str, Any]] = ...,
    progress: Progress = ...,
    **options: Any,
) -> List[Dict[str, Any]]: ...
