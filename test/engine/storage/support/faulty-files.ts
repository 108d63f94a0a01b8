import { type FileSystem, nodeFiles, type OpenFile } from "../../../../src/engine/storage/files.js";

/** Called before every step that changes something on disk; throwing makes the step fail. */
export type Before = (step: string, path: string) => void | Promise<void>;

/** The real file system with a hook before each change. */
export function faultyFiles(before: Before): FileSystem {
  return {
    ...nodeFiles,
    async open(path, mode) {
      if (mode !== "r") await before(`open ${mode}`, path);
      return faultyFile(await nodeFiles.open(path, mode), path, before);
    },
    async rename(from, to) {
      await before("rename", to);
      await nodeFiles.rename(from, to);
    },
    async remove(path) {
      await before("remove", path);
      await nodeFiles.remove(path);
    },
    async syncFolder(folder) {
      await before("syncFolder", folder);
      await nodeFiles.syncFolder(folder);
    },
  };
}

function faultyFile(file: OpenFile, path: string, before: Before): OpenFile {
  return {
    async write(bytes) {
      await before("write", path);
      await file.write(bytes);
    },
    async sync() {
      await before("sync", path);
      await file.sync();
    },
    async truncate(size) {
      await before("truncate", path);
      await file.truncate(size);
    },
    // The heartbeat of the lock comes at its own times: no step that a test could count.
    writeAt: (position, bytes) => file.writeAt(position, bytes),
    identify: () => file.identify(),
    read: (position, length, into) => file.read(position, length, into),
    size: () => file.size(),
    close: () => file.close(),
  };
}
