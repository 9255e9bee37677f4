import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { isDialogOpen } from '../../lib/open-dialogs.ts';
import { paths } from '../../lib/paths.ts';
import { useScanner } from '../../lib/scanner/use-scanner.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { selectWorkplace } from '../../lib/workplace.ts';

/** How long a warning is shown: as long as a redeem result. */
const wordsMs = 5_000;

/**
 * Searches for a scanned code that no screen handles, unless a dialog is open: an accidental scan must not leave unfinished work.
 * @returns the last scan's problem, for a few seconds
 */
export function useScanSearch(): string | null {
  const signedIn = useSession() !== null;
  const { locationId, readerId, changing } = useSelector(selectWorkplace);
  const navigate = useNavigate();
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    if (words === null) return undefined;
    const timer = window.setTimeout(() => setWords(null), wordsMs);
    return () => window.clearTimeout(timer);
  }, [words]);

  const ready = signedIn && locationId !== null && readerId !== null && !changing;
  useScanner({
    onScan: (code) => {
      if (isDialogOpen()) setWords('Finish or close this first, then scan again.');
      else if (ready) void navigate(`${paths.search}?${new URLSearchParams({ searchString: code }).toString()}`);
    },
    onWarning: (warning) => {
      if (ready) setWords(warning);
    },
  });
  return words;
}
