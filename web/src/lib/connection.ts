import { useSyncExternalStore } from 'react';

/** How often a lost connection is tried again, and how long one try may take. */
export const probeEveryMs = 2_000;
const probeLimitMs = 4_000;

let following = false;
let offline = false;
let probing = false;
let nextProbe: ReturnType<typeof setTimeout>;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  if (offline === next) return;
  offline = next;
  for (const listener of listeners) listener();
}

/** Any response proves the connection, except a gateway's report that it cannot reach the API. */
const proves = (status: number): boolean => status !== 502 && status !== 504;

async function isReachable(): Promise<boolean> {
  try {
    const { status } = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(probeLimitMs) });
    return proves(status);
  } catch {
    return false;
  }
}

/** Checks the connection, and while it is lost again and again. */
async function probe(): Promise<void> {
  if (probing || !following) return;
  probing = true;
  const reached = await isReachable();
  probing = false;
  clearTimeout(nextProbe);
  if (!reached && following) nextProbe = setTimeout(() => void probe(), probeEveryMs);
  change(!reached && following);
}

/** Reports how a call ended; `status` is null without a response. Without one the connection may be lost: it is checked. */
export function callEnded(status: number | null): void {
  if (status !== null && proves(status)) change(false);
  else void probe();
}

export const isOffline = (): boolean => offline;

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts to follow the connection: by calls, and by the browser's own reports. @returns a function that stops it */
export function followConnection(): () => void {
  following = true;
  const check = (): void => void probe();
  window.addEventListener('offline', check);
  window.addEventListener('online', check);
  return () => {
    following = false;
    change(false);
    window.removeEventListener('offline', check);
    window.removeEventListener('online', check);
  };
}

/** Whether the connection to Washdesk is lost. */
export const useOffline = (): boolean => useSyncExternalStore(watch, isOffline);
