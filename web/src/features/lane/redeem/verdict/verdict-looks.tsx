import type { VerdictKind } from './verdict.ts';

/** `slate` is for an earlier redeem: neither yes nor no. */
export type Field = 'go' | 'wait' | 'stop' | 'slate';

interface Look {
  field: Field;
  word: string;
  icon: React.ReactNode;
  sound: 'yes' | 'no' | null;
}

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2.6, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
const circle = <circle cx="12" cy="12" r="10" {...line} />;
const octagon = <path d="M7.9 2h8.2L22 7.9v8.2L16.1 22H7.9L2 16.1V7.9z" {...line} />;

/**
 * The look of each verdict, readable from two meters: a field's color, one icon and one word. Red is only for a rejected car, amber for one
 * that needs the user: a payment is due, or a similar code may be meant.
 */
export const verdictLooks: Record<VerdictKind, Look> = {
  recorded: {
    field: 'go',
    word: 'Let in',
    sound: 'yes',
    icon: (
      <>
        {circle}
        <path d="M7 12.4l3.5 3.5L17.2 8.6" {...line} />
      </>
    ),
  },
  paymentDue: {
    field: 'wait',
    word: 'Let in, payment due',
    sound: 'yes',
    icon: (
      <>
        <path d="M12 2.6 22.4 21H1.6z" {...line} />
        <path d="M12 9.5v5M12 17.6v.2" {...line} />
      </>
    ),
  },
  lookedUp: {
    field: 'go',
    word: 'Active',
    sound: 'yes',
    icon: (
      <>
        <circle cx="10.5" cy="10.5" r="7.5" {...line} />
        <path d="M16.2 16.2 22 22M7.2 10.8l2.4 2.4 4.2-4.8" {...line} />
      </>
    ),
  },
  already: {
    field: 'slate',
    word: 'Already redeemed',
    sound: 'no',
    icon: (
      <>
        <path d="M8 8h13v13H8z" {...line} />
        <path d="M4 16H3V3h13v1" {...line} />
      </>
    ),
  },
  notActive: {
    field: 'stop',
    word: 'Not active',
    sound: 'no',
    icon: (
      <>
        {octagon}
        <path d="M7 12h10" {...line} />
      </>
    ),
  },
  notFound: {
    field: 'stop',
    word: 'Not found',
    sound: 'no',
    icon: (
      <>
        {octagon}
        <path d="M8.2 8.2l7.6 7.6M15.8 8.2l-7.6 7.6" {...line} />
      </>
    ),
  },
  similar: {
    field: 'wait',
    word: 'Did you mean',
    sound: 'no',
    icon: (
      <>
        {circle}
        <path d="M9 9.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1-1.4 2.1M12 17.4v.2" {...line} />
      </>
    ),
  },
  failed: {
    field: 'stop',
    word: 'Lookup failed',
    sound: 'no',
    icon: (
      <>
        {octagon}
        <path d="M12 6.8v6.4M12 16.8v.2" {...line} />
      </>
    ),
  },
  unknown: {
    field: 'slate',
    word: 'Still checking',
    sound: null,
    icon: (
      <>
        {circle}
        <path d="M12 6.5V12l3.6 2.4" {...line} />
      </>
    ),
  },
  undone: {
    field: 'slate',
    word: 'Redeem undone',
    sound: null,
    icon: <path d="M8 4 3.5 8.5 8 13M4 8.5h10a6 6 0 0 1 0 12h-4" {...line} />,
  },
};

const offlineIcon = (
  <>
    <path d="M3 9.5a13 13 0 0 1 18 0M6.3 13a8.3 8.3 0 0 1 11.4 0M9.4 16.4a3.8 3.8 0 0 1 5.2 0M12 19.8v.2" {...line} />
    <path d="M4 3.5 20 21" {...line} />
  </>
);

/** `offline`: nothing checks while the connection is lost. */
export function VerdictIcon({ kind }: { kind: VerdictKind | 'offline' }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {kind === 'offline' ? offlineIcon : verdictLooks[kind].icon}
    </svg>
  );
}
