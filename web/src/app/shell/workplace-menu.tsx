import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useSession } from '../../lib/session/use-session.ts';
import { useLocationsQuery, useReadersQuery } from '../../lib/startup-api.ts';
import { noTerminal, selectWorkplace } from '../../lib/workplace.ts';
import styles from './workplace-menu.module.css';

const loadPanel = async () => ({ default: (await import('./workplace-panel.tsx')).WorkplacePanel });
const WorkplacePanel = lazy(loadPanel);

/** The workplace in the bar: location, Sitewatch terminal and card reader. Opens the menu that changes the reader. */
export function WorkplaceMenu() {
  const session = useSession();
  const { locationId, readerId } = useSelector(selectWorkplace);
  const { data } = useLocationsQuery();
  const [open, setOpen] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const location = data?.locations.find(({ id }) => id === (session?.locationId ?? locationId));
  const reader = useReaderName(location?.id, readerId);

  useEffect(() => {
    if (!open) return undefined;
    const closeOutside = ({ target }: Event): void => {
      if (!around.current?.contains(target as Node)) setOpen(false);
    };
    const listening = ['pointerdown', 'focusin'] as const;
    for (const event of listening) document.addEventListener(event, closeOutside);
    return () => {
      for (const event of listening) document.removeEventListener(event, closeOutside);
    };
  }, [open]);

  if (!location) return null;
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const place = [location.display_name, session?.terminal].filter(Boolean).join(' · ');
  return (
    <div
      ref={around}
      className={styles.around}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) close();
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.place} title={place}>
          {place}
        </span>
        {reader && <span className={styles.reader}>{reader}</span>}
      </button>
      {open && (
        <div id={panelId} role="group" aria-label="Where this browser works" className={styles.panel}>
          <Suspense fallback={<div className={styles.loading} />}>
            <WorkplacePanel location={location} onDone={close} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** Returns the reader's name; undefined until it is loaded. */
function useReaderName(location: string | undefined, readerId: string | null): string | undefined {
  const without = readerId === noTerminal;
  const { data } = useReadersQuery({ query: { location } }, { skip: location === undefined || readerId === null || without });
  return without ? 'No Terminal' : data?.readers.find(({ id }) => id === readerId)?.label;
}
