import { useEffect } from 'react';

/**
 * Keeps an unattended tablet on this page: Back stays here, the first touch fills the screen, and the screen does not sleep. The tablet's
 * own kiosk mode holds the rest (docs/tablets.md). A browser that lacks one of these works without it.
 */
export function useKiosk(): void {
  useEffect(holdBack, []);
  useEffect(fillScreen, []);
  useEffect(stayAwake, []);
}

function holdBack(): () => void {
  const stay = (): void => window.history.pushState(null, '', window.location.href);
  stay();
  window.addEventListener('popstate', stay);
  return () => window.removeEventListener('popstate', stay);
}

/** A browser allows it only after a touch, and a customer may leave it. */
function fillScreen(): () => void {
  const fill = (): void => {
    if (document.fullscreenElement || !document.documentElement.requestFullscreen) return;
    // refused where the page may not, such as in a frame
    document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined);
  };
  const noMenu = (event: Event): void => event.preventDefault();
  document.addEventListener('pointerup', fill);
  document.addEventListener('contextmenu', noMenu);
  return () => {
    document.removeEventListener('pointerup', fill);
    document.removeEventListener('contextmenu', noMenu);
  };
}

/** The browser drops the lock whenever the page is hidden. */
function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let stopped = false;
  const take = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (stopped) await lock.release();
    } catch {
      // refused, for example when the battery is low
    }
  };
  const takeAgain = (): void => void take();
  takeAgain();
  document.addEventListener('visibilitychange', takeAgain);
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', takeAgain);
    lock?.release().catch(() => undefined);
  };
}

/** Calls `onIdle` after this time without a touch or a key: the customer has left. */
export function useIdle(isActive: boolean, afterMs: number, onIdle: () => void): void {
  useEffect(() => {
    if (!isActive) return;
    let timer = setTimeout(onIdle, afterMs);
    const restart = (): void => {
      clearTimeout(timer);
      timer = setTimeout(onIdle, afterMs);
    };
    const events = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const;
    for (const event of events) window.addEventListener(event, restart, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, restart);
    };
  }, [isActive, afterMs, onIdle]);
}
