import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { innerDepth, listenForScans, type ScannerHandlers } from './scan-listeners.ts';

/**
 * Takes scans while the component shows. Of all who want them the innermost gets them: the dialog rather than its screen, the screen rather
 * than the shell. The scanner's keys reach no field, whoever gets the scan.
 */
export function useScanner(handlers: ScannerHandlers): void {
  // While rendering, for a parent renders before its children; effects run the other way round.
  const [depth] = useState(innerDepth);
  const onScan = useEffectEvent((code: string) => handlers.onScan(code));
  const onWarning = useEffectEvent((message: string) => handlers.onWarning(message));
  // In the moment in which the page shows who listens: a scan may come while a dialog opens or closes.
  useLayoutEffect(() => listenForScans({ depth, handlers: { onScan, onWarning } }), [depth]);
}
