/** Memory that is shared by many requests. */
export interface MemoryBudget {
  /** Returns false, and takes nothing, when fewer than `bytes` are left. */
  take(bytes: number): boolean;
  release(bytes: number): void;
}

export function createMemoryBudget(totalBytes: number): MemoryBudget {
  let left = totalBytes;
  return {
    take(bytes) {
      if (bytes > left) return false;
      left -= bytes;
      return true;
    },
    release(bytes) {
      left += bytes;
    },
  };
}
