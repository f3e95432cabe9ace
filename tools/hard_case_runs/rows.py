# SPDX-License-Identifier: Apache-2.0
"""Rows of a CSV file that grows: comments tell the commands that wrote it, and rows that are there are not made again."""
import concurrent.futures
import csv


def read(path):
    """Gives the rows of the file as dictionaries; comment lines begin with #. A file that is not there has no rows."""
    if not path.exists():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


class Growing:
    """A file to which rows are added, each as soon as it is known."""

    def __init__(self, path, columns, comment):
        is_new = not path.exists() or path.stat().st_size == 0
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = open(path, "a", newline="", encoding="utf-8")
        self.columns = columns
        self.writer = csv.DictWriter(self.file, columns, extrasaction="ignore", lineterminator="\n")
        self.file.write(f"# {comment}\n")
        if is_new:
            self.writer.writeheader()
        self.file.flush()

    def add(self, row):
        self.writer.writerow({name: as_text(row.get(name)) for name in self.columns})
        self.file.flush()

    def close(self):
        self.file.close()


def as_text(value):
    """Gives the shortest text that reads back as the same number; nothing for None."""
    if value is None:
        return ""
    return repr(value) if isinstance(value, float) else str(value)


def grow(path, columns, comment, tasks, make, jobs):
    """Adds to the file, after a comment, the rows that `make(task)` gives for each task, `jobs` at a time, and tells how far it is."""
    if not tasks:
        print(f"{path}: every row is there")
        return
    growing = Growing(path, columns, comment)
    pool = concurrent.futures.ThreadPoolExecutor(max_workers=jobs)
    try:
        waiting = [pool.submit(make, task) for task in tasks]
        for count, done in enumerate(concurrent.futures.as_completed(waiting), start=1):
            for row in done.result():
                growing.add(row)
                print(f"{count}/{len(tasks)}  {row['family']} {row['seed']}  {row['told']}", flush=True)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        growing.close()
