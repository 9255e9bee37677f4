import { useEffect, useRef, useState } from 'react';
import { optionMeant, type ListOption } from './list-options.ts';

interface TypedAheadOptions {
  /** Null if there is no list: then any text is a value. */
  options: readonly ListOption[] | null;
  loading: boolean;
  pick: (value: string) => void;
}

interface TypedAhead {
  /** The letters that wait for the options. */
  awaited: string | null;
  type: (letters: string) => void;
  /** Takes the typed letters at Enter or Tab. Returns whether it did; an Enter in a loaded list is the list's own. */
  takes: (key: string) => boolean;
  forget: () => void;
}

/** Keeps what is typed into a list until its options are loaded, so that a quick entry loses nothing. */
export function useTypedAhead({ options, loading, pick }: TypedAheadOptions): TypedAhead {
  const [typed, setTyped] = useState('');
  const [awaited, setAwaited] = useState<{ letters: string } | null>(null);
  const [wasLoading, setWasLoading] = useState(loading);
  if (wasLoading !== loading) {
    setWasLoading(loading);
    // other options, as of another make: the letters were not meant for them
    if (loading) setAwaited(null);
  }
  const picked = useRef(awaited);
  useEffect(() => {
    if (awaited === null || loading || picked.current === awaited) return;
    picked.current = awaited;
    const { letters } = awaited;
    const value = options === null ? letters.toUpperCase() : optionMeant(options, letters)?.value;
    if (value !== undefined) pick(value);
  }, [awaited, loading, options, pick]);
  return {
    awaited: loading ? (awaited?.letters ?? null) : null,
    type: setTyped,
    takes: (key) => {
      const letters = typed.trim();
      if (letters === '' || (key !== 'Enter' && key !== 'Tab')) return false;
      if (loading) setAwaited({ letters });
      else {
        const meant = key === 'Tab' ? optionMeant(options ?? [], letters) : undefined;
        if (!meant) return false;
        pick(meant.value);
      }
      setTyped('');
      return true;
    },
    forget: () => {
      setTyped('');
      setAwaited(null);
    },
  };
}
