import { useEffect } from 'react';

/** Keeps the screen of the device on while it is visible. A browser or battery that refuses leaves it as it is. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const request = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch (error) {
        // NotAllowedError: an almost empty battery
        if (!(error instanceof DOMException)) throw error;
      }
    };
    const start = () => void request();
    start();
    document.addEventListener('visibilitychange', start);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', start);
      void lock?.release();
    };
  }, []);
}
