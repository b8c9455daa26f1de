"""What a seat sees as float32 arrays for networks. The programs say in their greeting which planes and numbers there are."""

from __future__ import annotations

from typing import Any, List, Mapping, Tuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Encoder"]


class Encoder:
    """Makes planes and numbers of codes and scalars.

    plane_names and number_names name them; shape is that of the planes, [P, rows, columns].
    """

    def __init__(self, shape: Mapping[str, Any]) -> None:
        self._codes: Tuple[int, ...] = tuple(shape["codes"])
        rows, columns = self._codes[-2:]
        self._cells = rows * columns
        scalars: List[Mapping[str, Any]] = shape["scalars"]
        at = {s["name"]: i for i, s in enumerate(scalars)}

        self.plane_names: List[str] = [p["name"] for p in shape["planes"]]
        self._tables: List[Tuple[int, int, NDArray[np.float32]]] = []
        self._places: List[Tuple[int, List[int]]] = []
        code = np.arange(256)
        for n, plane in enumerate(shape["planes"]):
            if plane.get("at"):
                self._places.append((n, [at[name] for name in plane["at"]]))
                continue
            bits = code & plane["mask"]
            table = bits / plane["unit"] if plane.get("unit") else bits == plane["is"]
            self._tables.append((n, plane["of"], np.clip(table, 0, 1).astype(np.float32)))
        self._columns = columns
        self._turned = at.get(shape.get("turned", ""), -1)
        self._outside: int = shape.get("outside", 0)
        if self._turned >= 0:
            side = max(rows, columns)
            square = np.full((side, side), self._cells)
            top, left = (side - rows) // 2, (side - columns) // 2
            square[top:top + rows, left:left + columns] = np.arange(self._cells).reshape(rows, columns)
            self._turns = np.stack([np.rot90(square, k).reshape(-1) for k in range(4)])
            rows = columns = side
        self.shape = (len(self.plane_names), rows, columns)

        self.number_names: List[str] = []
        amounts, units, self._courses = [], [], []
        for i, s in enumerate(scalars):
            if s.get("kind", "") == "":
                amounts.append(i)
                units.append(s.get("unit") or max(abs(s["low"]), abs(s["high"]), 1))
                self.number_names.append(s["name"])
        self._amounts, self._units = np.array(amounts, np.intp), np.array(units, np.float32)
        chosen, values = [], []
        for i, s in enumerate(scalars):
            if s.get("kind") not in ("choice", "course"):
                continue
            if s["kind"] == "course":
                self._courses.append(i)
            for value in range(s["low"], s["high"] + 1):
                chosen.append(i)
                values.append(value)
                self.number_names.append(f"{s['name']}_{value}")
        self._chosen, self._values = np.array(chosen, np.intp), np.array(values, np.int16)

    def planes(self, codes: NDArray[np.uint8], scalars: NDArray[np.int16]) -> NDArray[np.float32]:
        """Return planes [..., P, rows, columns] of codes [..., *shape] and scalars [..., n]."""
        lead = scalars.shape[:-1]
        numbers = scalars.reshape(-1, scalars.shape[-1])
        count = len(numbers)
        flat = codes.reshape(count, -1, self._cells)
        if self._turned >= 0:
            edge = np.full((count, flat.shape[1], 1), self._outside, np.uint8)
            turns = self._turns[numbers[:, self._turned] & 3]
            flat = np.take_along_axis(np.concatenate([flat, edge], axis=2), turns[:, None, :], axis=2)
        planes = np.zeros((count, self.shape[0], flat.shape[2]), np.float32)
        for n, of, table in self._tables:
            planes[:, n] = table[flat[:, of]]
        for n, names in self._places:
            cell = numbers[:, names[-1]].astype(np.intp)
            if len(names) > 1:
                cell = cell * self._columns + numbers[:, names[0]]
            there = np.flatnonzero(cell >= 0)
            planes[there, n, cell[there]] = 1
        return planes.reshape(lead + self.shape)

    def numbers(self, scalars: NDArray[np.int16]) -> NDArray[np.float32]:
        """Return the numbers [..., n] of scalars: amounts within -1 and 1, then a number for each value of the others."""
        if self._courses:
            turned = scalars.copy()
            for i in self._courses:
                turned[..., i] = (scalars[..., i] - scalars[..., self._turned]) & 3
            scalars = turned
        amounts = np.clip(scalars[..., self._amounts] / self._units, -1, 1)
        choices = scalars[..., self._chosen] == self._values
        return np.concatenate([amounts, choices], axis=-1, dtype=np.float32)
