import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { VehicleCode } from '../../../../domain/codes/vehicle-code.tsx';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { customerPath, paths } from '../../../../lib/paths.ts';
import { reasonAction } from '../next-actions.tsx';
import type { Refusal } from '../use-refusals.ts';
import { verdictLooks } from '../verdict/verdict-looks.tsx';
import styles from './refused-cars.module.css';

interface RefusedCarsProps {
  refusals: readonly Refusal[];
  /** The user has dealt with this code. */
  onSettled: (code: string) => void;
}

/** Cars that were turned away, each until the user has dealt with it. */
export function RefusedCars({ refusals, onSettled }: RefusedCarsProps) {
  if (refusals.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Refused cars">
      {refusals.map((refusal) => (
        <li key={refusal.code} className={styles.item}>
          <VehicleCode code={refusal.code} />
          <span className={styles.words}>
            {refusal.name !== null && <b>{refusal.name}</b>}
            <StatusBadge tone="stop">{verdictLooks[refusal.kind === 'similar' ? 'notFound' : refusal.kind].word}</StatusBadge>
          </span>
          <NextLink refusal={refusal} onFollow={() => onSettled(refusal.code)} />
          <Button size="large" onClick={() => onSettled(refusal.code)} aria-label={`Done with ${refusal.code}`}>
            Done
          </Button>
        </li>
      ))}
    </ul>
  );
}

function NextLink({ refusal: { code, customer, status }, onFollow }: { refusal: Refusal; onFollow: () => void }) {
  const label = customer === null ? 'Sign Up' : reasonAction(status).label;
  const to = customer === null ? `${paths.signUp}?code=${encodeURIComponent(code)}` : `${customerPath(customer)}#subscriptions`;
  return (
    <Link className={styles.next} to={to} onClick={onFollow} aria-label={`${label} ${code}`}>
      {label}
    </Link>
  );
}
