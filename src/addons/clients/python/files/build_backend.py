"""Packs this folder with nothing but Python (PEP 517), so that `pip install .` needs no other package and no registry."""

import gzip
import io
import os
import tarfile
import tomllib
import zipfile
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

_here = Path(__file__).parent
_project = tomllib.loads((_here / "pyproject.toml").read_text("utf-8"))["project"]
_release = f"{_project['name'].replace('-', '_')}-{_project['version']}"
_wheel_name = f"{_release}-py3-none-any.whl"


def build_wheel(folder, config_settings=None, metadata_directory=None):
    return _write_wheel(folder, _files("store_api/**/*.py", "store_api/py.typed"))


def build_editable(folder, config_settings=None, metadata_directory=None):
    return _write_wheel(folder, {f"{_project['name']}.pth": str(_here.resolve()).encode()})


def build_sdist(folder, config_settings=None):
    files = _files("*.py", "*.md", "*.toml", "LICENSE", "store_api/**/*.py", "store_api/py.typed", "examples/*.py")
    name = f"{_release}.tar.gz"
    # The same commit gives the same file.
    time = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    with gzip.GzipFile(Path(folder) / name, "wb", mtime=time) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        for path, content in {**files, "PKG-INFO": _metadata()}.items():
            entry = tarfile.TarInfo(f"{_release}/{path}")
            entry.size, entry.mtime = len(content), time
            archive.addfile(entry, io.BytesIO(content))
    return name


def _write_wheel(folder, files):
    info = f"{_release}.dist-info"
    points = [f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
              for group, entries in _project["entry-points"].items()]
    files |= {
        f"{info}/METADATA": _metadata(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: build_backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "\n".join(points).encode(),
        **{f"{info}/licenses/{name}": (_here / name).read_bytes() for name in _project["license-files"]},
    }
    hashes = {path: urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode() for path, content in files.items()}
    record = f"{info}/RECORD"
    rows = [f"{path},sha256={hashes[path]},{len(content)}\n" for path, content in files.items()]
    with zipfile.ZipFile(Path(folder) / _wheel_name, "w") as wheel:
        for path, content in {**files, record: "".join([*rows, f"{record},,\n"]).encode()}.items():
            wheel.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return _wheel_name


def _metadata():
    """The table `project` of pyproject.toml in the form of core metadata."""
    fields = [
        ("Metadata-Version", "2.4"),
        ("Name", _project["name"]),
        ("Version", _project["version"]),
        ("Summary", _project["description"]),
        ("License-Expression", _project["license"]),
        *(("License-File", name) for name in _project["license-files"]),
        ("Keywords", ",".join(_project["keywords"])),
        *(("Classifier", classifier) for classifier in _project["classifiers"]),
        *(("Project-URL", f"{label}, {url}") for label, url in _project.get("urls", {}).items()),
        ("Requires-Python", _project["requires-python"]),
        ("Description-Content-Type", "text/markdown"),
    ]
    head = "".join(f"{name}: {value}\n" for name, value in fields)
    return f"{head}\n{(_here / _project['readme']).read_text('utf-8')}".encode()


def _files(*patterns):
    paths = sorted({path for pattern in patterns for path in _here.glob(pattern)})
    return {path.relative_to(_here).as_posix(): path.read_bytes() for path in paths}
