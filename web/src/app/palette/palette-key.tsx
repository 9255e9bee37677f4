import { lazy, Suspense, useEffect, useState } from 'react';
import { KeysHeld } from '../../components/layout/page-skeleton.tsx';
import { isDialogOpen } from '../../lib/open-dialogs.ts';
import { watchPaletteOpening } from './palette-opening.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Opens the palette at Ctrl+K or Cmd+K, in a field too (docs/rules/screens.md#palette). Over a dialog it does not open. */
export function PaletteKey() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, altKey, shiftKey, code } = event;
      if (code !== 'KeyK' || ctrlKey === metaKey || altKey || shiftKey) return;
      event.preventDefault();
      if (!event.repeat) setOpen((isOpen) => !isOpen && !isDialogOpen());
    };
    window.addEventListener('keydown', hear);
    const stopWatching = watchPaletteOpening(() => setOpen(!isDialogOpen()));
    return () => {
      window.removeEventListener('keydown', hear);
      stopWatching();
    };
  }, []);
  if (!open) return null;
  return (
    <Suspense fallback={<KeysHeld />}>
      <Palette onClose={() => setOpen(false)} />
    </Suspense>
  );
}
