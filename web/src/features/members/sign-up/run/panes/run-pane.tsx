import { useNavigate } from 'react-router-dom';
import { redeemState } from '../../../../../domain/codes/redeem-link.tsx';
import { customerPath, paths } from '../../../../../lib/paths.ts';
import type { SignUpForm } from '../../sign-up-form.ts';
import { formOf, isFinished, type SignUpRunState } from '../run.ts';
import type { SignUpProgress } from '../use-sign-up-run.ts';
import { BusyPane } from './busy-pane.tsx';
import { CheckingPane } from './checking-pane.tsx';
import { FinishedPane } from './finished-pane.tsx';
import { RefusedPane } from './refused-pane.tsx';

export interface RunExits {
  /** Called to correct the form; nothing is running. The form names the customer if one was created. */
  onBack: (form: SignUpForm) => void;
  /** Called when form and run can be discarded. The run opens the customer's page. */
  onDone: () => void;
}

interface RunPaneProps extends RunExits {
  run: SignUpRunState;
  progress: SignUpProgress;
}

/** The next action of the sign-up. */
export function RunPane({ run, progress, onBack, onDone }: RunPaneProps) {
  const navigate = useNavigate();
  const { customer, refusal, form } = run;
  const leave = (): void => {
    onDone();
    if (customer !== null) void navigate(customerPath(customer), { replace: true });
  };
  const wash = (): void => {
    onDone();
    void navigate(paths.redeem, { replace: true, state: redeemState(form.plate || form.tag, customer) });
  };
  const ways = { again: progress.tryAgain, form: () => onBack(formOf(run)), customer: leave };

  if (refusal) {
    return (
      <RefusedPane
        // another rejection has other buttons, and the first of them gets the focus
        key={run.keys[refusal.step]}
        run={run}
        refusal={refusal}
        onCard={progress.payWith}
        onRemedy={(remedy) => ways[remedy]()}
      />
    );
  }
  if (isFinished(run)) return <FinishedPane run={run} onOk={leave} onWash={wash} />;
  if (progress.unknown) {
    return (
      <CheckingPane
        unknown={progress.unknown}
        known={form.customer !== null}
        onCheck={progress.check}
        onForm={ways.form}
        onCustomer={ways.customer}
      />
    );
  }
  return <BusyPane run={run} />;
}
