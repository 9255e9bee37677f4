import { useEffect, useRef, useState } from 'react';
import { innerDepth, listenForScans, type ScannerHandlers } from './scan-listeners.ts';

/**
 * Takes scans while the component shows. Of all who want them the innermost gets them: the dialog rather than its screen, the screen rather
 * than the shell. The scanner's keys reach no field, whoever gets the scan.
 */
export function useScanner(handlers: ScannerHandlers): void {
  // While rendering, for a parent renders before its children; effects run the other way round.
  const [depth] = useState(innerDepth);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => listenForScans({ depth, handlers: () => latest.current }), [depth]);
}
