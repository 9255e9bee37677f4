import type { TabChannel } from './session-manager.ts';

const name = 'washdesk-session';

/**
 * A tab channel of a Web Lock and a BroadcastChannel. Web Locks need a secure origin. Without them a page takes turns within its tab, and
 * the 30 s in which the server accepts the previous refresh token cover the rest.
 */
export function browserTabChannel(): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    exclusively: 'locks' in navigator ? underWebLock : serialRunner(),
    post: channel.postMessage.bind(channel),
    listen: (onMessage) => channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(data)),
  };
}

const underWebLock: TabChannel['exclusively'] = async (task) => {
  const atOnce = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock && { done: await task(false) });
  return atOnce ? atOnce.done : await navigator.locks.request(name, async () => task(true));
};

/** Runs tasks one after another within this tab. */
export function serialRunner(): TabChannel['exclusively'] {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return (task) => {
    const waited = waiting > 0;
    waiting += 1;
    const turn = last.then(
      () => task(waited),
      () => task(waited),
    );
    last = turn.finally(() => (waiting -= 1)).catch(() => undefined);
    return turn;
  };
}
