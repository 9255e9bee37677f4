import type { TabChannel } from './session-manager.ts';

const name = 'washdesk-session';

/**
 * A tab channel of a Web Lock and a BroadcastChannel. Web Locks exist on secure origins only; a page served
 * otherwise takes turns within its tab, and the 30 s in which the server accepts the previous refresh token cover the rest.
 */
export function browserTabChannel(): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    exclusively: 'locks' in navigator ? <T>(task: () => Promise<T>) => navigator.locks.request(name, task) as Promise<T> : serialRunner(),
    post: channel.postMessage.bind(channel),
    listen: (onMessage) => channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(data)),
  };
}

/** One task after the other within this tab. */
export function serialRunner(): TabChannel['exclusively'] {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task, task);
    last = turn;
    return turn;
  };
}
