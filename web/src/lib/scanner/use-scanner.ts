import { scannerKey, scannerStart } from '@washdesk/rules/scanner';
import { useEffect, useRef } from 'react';

export interface ScannerHandlers {
  /** A whole scan: the code of a plate, tag or card. */
  onScan: (code: string) => void;
  /** A scan that was cut short or of a type nobody knows, in words for a cashier. */
  onWarning: (message: string) => void;
}

/**
 * Hears a scanner anywhere on the screen (back-office section 4.7). The keys of a scan are taken before any field sees them, so that half a
 * barcode never lands in an input and the scanner's Enter never presses a button.
 */
export function useScanner(handlers: ScannerHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });

  useEffect(() => {
    let state = scannerStart();
    const hear = (event: KeyboardEvent): void => {
      if (event.isComposing || isShortcut(event)) return;
      const step = scannerKey(state, event.key, performance.now());
      state = step.state;
      if (step.consumed) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      if (step.warning !== undefined) latest.current.onWarning(step.warning);
      if (step.scanned !== undefined) latest.current.onScan(step.scanned);
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, []);
}

/** Ctrl+C is no part of a scan; AltGr is how some keyboards make the '$'. */
function isShortcut(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
}
