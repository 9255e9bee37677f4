import type { TabLine } from './session-keeper.ts';

const name = 'washdesk-session';

/**
 * The browser's own means: a Web Lock and a BroadcastChannel. Web Locks exist on secure origins only; a page served
 * otherwise takes turns within its tab, and the 30 s in which the server accepts the previous refresh token cover the rest.
 */
export function browserTabLine(): TabLine {
  const channel = new BroadcastChannel(name);
  return {
    alone: 'locks' in navigator ? <T>(act: () => Promise<T>) => navigator.locks.request(name, act) as Promise<T> : inTurn(),
    tell: channel.postMessage.bind(channel),
    listen: (hear) => channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data)),
  };
}

/** One act after the other within this tab. */
export function inTurn(): TabLine['alone'] {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act, act);
    last = turn;
    return turn;
  };
}
