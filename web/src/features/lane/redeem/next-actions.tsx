import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { useHotkey, type Hotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { isDialogOpen } from '../../../lib/open-dialogs.ts';
import { customerPath, paths } from '../../../lib/paths.ts';
import type { Lookup } from './lookup.ts';
import { isRefusal, type Verdict } from './verdict/verdict.ts';
import styles from './verdict/result-panel.module.css';

export interface NextActionsProps {
  verdict: Verdict;
  /** Usages that can still be undone. */
  undoable: readonly string[];
  onLookUp: (lookup: Lookup) => void;
  onUndo: (usageId: string) => void;
  /** Ends the display of this code's refusal. */
  onSettled: (code: string) => void;
}

interface Action {
  label: string;
  run: () => void;
  hotkey?: Hotkey;
  /** The key as it is printed on the button. */
  hint?: string;
}

/** The next actions for a car, by keys too; F10 starts the first of a refusal. */
export function NextActions(props: NextActionsProps) {
  const actions = useActions(props);
  if (actions.length === 0) return null;
  return (
    <div className={styles.actions}>
      {actions.map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
    </div>
  );
}

function ActionButton({ action: { label, run, hotkey, hint } }: { action: Action }) {
  useHotkey(hotkey ?? null, () => {
    if (!isDialogOpen()) run();
  });
  return (
    <Button className={styles.action} size="large" onClick={run} aria-keyshortcuts={hotkey?.replace(/Key|Digit/, '') ?? hint}>
      {label}
      {hint !== undefined && <KeyHint>{hint}</KeyHint>}
    </Button>
  );
}

const first = { hotkey: 'F10', hint: 'F10' } as const;

function useActions({ verdict, undoable, onLookUp, onUndo, onSettled }: NextActionsProps): Action[] {
  const navigate = useNavigate();
  const { code, kind, member, similar } = verdict;
  const go = (to: string) => () => {
    onSettled(code);
    void navigate(to);
  };
  const signUp: Action = { label: 'Sign Up', run: go(`${paths.signUp}?code=${encodeURIComponent(code)}`), ...first };
  const done: Action[] = isRefusal(kind) ? [{ label: 'Done', run: () => onSettled(code), hotkey: 'Alt+KeyD', hint: 'Alt D' }] : [];
  const usageId = member?.usageId ?? null;
  const undo: Action[] =
    usageId !== null && undoable.includes(usageId)
      ? [{ label: 'Undo', run: () => onUndo(usageId), hotkey: 'Alt+KeyU', hint: 'Alt U' }]
      : [];
  switch (kind) {
    case 'recorded':
      return undo;
    case 'paymentDue':
      return [...(member ? [{ label: 'New Card', run: go(customerPath(member.id)), ...first }] : []), ...undo];
    case 'similar':
      return [
        ...similarActions(similar, (meant) => {
          onSettled(code);
          onLookUp({ code: meant, customer: null });
        }),
        signUp,
        ...done,
      ];
    case 'notFound':
      return [signUp, ...done];
    case 'notActive': {
      const others = member?.otherHolders.filter(({ active }) => active) ?? [];
      const redeemOthers = others.map(({ id, name }): Action => ({
        label: `Redeem for ${name ?? id}`,
        run: () => onLookUp({ code, customer: id }),
      }));
      return [{ ...reasonAction(member?.status ?? null), run: go(refusedPath(verdict)), ...first }, ...redeemOthers, ...done];
    }
    case 'failed':
      return [{ label: 'Try Again', run: () => onLookUp(verdict), ...first }, ...done];
    default:
      return [];
  }
}

/** One similar code is redeemed by Enter, which the box receives; several each have a key of their own. */
function similarActions(similar: Verdict['similar'], redeem: (code: string) => void): Action[] {
  return similar.map(({ code }, index) => ({
    label: `Redeem ${code}`,
    run: () => redeem(code),
    ...(similar.length === 1 ? { hint: 'Enter' } : { hotkey: `Alt+Digit${index + 1}` as const, hint: `Alt ${index + 1}` }),
  }));
}

/** What helps a customer without an active plan: a canceled plan can be reinstated, for others the page has the reason. */
export const reasonAction = (status: string | null) => ({ label: status === 'canceled' ? 'Reinstate' : 'See Why' });

/** The page that helps with a refusal: the customer's plans, or a search if the customer is unknown. */
export function refusedPath({ code, member }: Pick<Verdict, 'code' | 'member'>): string {
  return member ? `${customerPath(member.id)}#subscriptions` : `${paths.search}?searchString=${encodeURIComponent(code)}`;
}
