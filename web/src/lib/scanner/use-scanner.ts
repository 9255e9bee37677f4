import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { playSound } from '../sounds/sounds.ts';
import { innerDepth, listenForScans, type ScannerHandlers } from './scan-listeners.ts';

/**
 * Receives scans while the component is mounted. The innermost component receives them: the dialog before its screen, the screen before the
 * shell. The scanner's keys reach no field. A warning is also heard, because who scans looks at the car.
 */
export function useScanner(handlers: ScannerHandlers): void {
  // Taken while rendering, because a parent renders before its children, while effects of children run first.
  const [depth] = useState(innerDepth);
  const onScan = useEffectEvent((code: string) => handlers.onScan(code));
  const onWarning = useEffectEvent((message: string) => {
    playSound('no');
    handlers.onWarning(message);
  });
  // A layout effect, because a scan may arrive while a dialog opens or closes.
  useLayoutEffect(() => listenForScans({ depth, handlers: { onScan, onWarning } }), [depth]);
}
