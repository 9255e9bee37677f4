import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { isDialogOpen } from '../../../lib/open-dialogs.ts';
import { customerPath, paths } from '../../../lib/paths.ts';
import { useGates, type GateOpeners } from './gates/gates-card.tsx';
import type { Verdict } from './verdict/verdict.ts';
import styles from './verdict/result-panel.module.css';

export interface NextActionsProps {
  verdict: Verdict;
  openers: GateOpeners;
  /** Looks the code up again. */
  onAgain: (code: string) => void;
}

interface Action {
  label: string;
  run: () => void;
}

/** The next actions for a car that is not admitted, or whose member has a payment due; F10 starts the first. */
export function NextActions({ verdict, openers, onAgain }: NextActionsProps) {
  const navigate = useNavigate();
  const gates = useGates();
  const { code, member } = verdict;
  const go = (to: string) => () => void navigate(to);
  const search = `${paths.search}?searchString=${encodeURIComponent(code)}`;
  const actions = ((): Action[] => {
    switch (verdict.kind) {
      case 'notFound':
        return [{ label: 'Sign up', run: go(`${paths.signUp}?code=${encodeURIComponent(code)}`) }];
      case 'paymentDue':
        return member ? [{ label: 'New card', run: go(customerPath(member.id)) }] : [];
      case 'notActive':
        return [{ label: 'See why', run: go(member ? customerPath(member.id) : search) }];
      case 'failed':
        return [
          { label: 'Try again', run: () => onAgain(code) },
          ...gates.map(({ host, name }) => ({ label: `Open gate ${name}`, run: () => openers.open(host) })),
        ];
      default:
        return [];
    }
  })();
  useHotkey(actions.length > 0 ? 'F10' : null, () => {
    if (!isDialogOpen()) actions[0]?.run();
  });
  if (actions.length === 0) return null;
  return (
    <div className={styles.actions}>
      {actions.map(({ label, run }, index) => (
        <Button key={label} className={styles.action} size="large" onClick={run} aria-keyshortcuts={index === 0 ? 'F10' : undefined}>
          {label}
          {index === 0 && <KeyHint>F10</KeyHint>}
        </Button>
      ))}
    </div>
  );
}
