import { useNavigate } from 'react-router-dom';
import { redeemState } from '../../../../../domain/codes/redeem-link.tsx';
import { customerPath, paths } from '../../../../../lib/paths.ts';
import { BusyPane } from './busy-pane.tsx';
import { CheckingPane } from './checking-pane.tsx';
import { FinishedPane } from './finished-pane.tsx';
import { RefusedPane } from './refused-pane.tsx';
import type { SignUpForm } from '../../sign-up-form.ts';
import { formOf, isFinished, type SignUpRunState } from '../run.ts';
import type { SignUpProgress } from '../use-sign-up-run.ts';

export interface RunExits {
  /** Called when somebody wants to correct the form: nothing runs any more. The form names the customer that exists by now. */
  onBack: (form: SignUpForm) => void;
  /** Called when form and run can be forgotten. The run leads to the customer's page by itself. */
  onDone: () => void;
}

interface RunPaneProps extends RunExits {
  run: SignUpRunState;
  progress: SignUpProgress;
}

/** What the sign-up asks the person to do now. */
export function RunPane({ run, progress, onBack, onDone }: RunPaneProps) {
  const navigate = useNavigate();
  const { customer, refusal, form } = run;
  const leave = (): void => {
    onDone();
    if (customer !== null) void navigate(customerPath(customer), { replace: true });
  };
  const wash = (): void => {
    onDone();
    void navigate(paths.redeem, { replace: true, state: redeemState(form.plate || form.tag) });
  };
  const ways = { again: progress.tryAgain, form: () => onBack(formOf(run)), customer: leave };

  if (refusal) {
    return (
      <RefusedPane
        // another refusal has other buttons, and the focus belongs on the first of them
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
