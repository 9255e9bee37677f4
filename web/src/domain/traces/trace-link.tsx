import { Link } from 'react-router-dom';
import { useAtLeast } from '../../lib/session/use-session.ts';
import { tracesPath, type TracesOf } from './traces-path.ts';

interface TraceLinkProps {
  of: TracesOf;
  className?: string | undefined;
  /** The accessible name, where several are on a screen. */
  label?: string;
  children?: string;
}

/** Links to the steps of a car or an opening, for roles that may see them. */
export function TraceLink({ of, className, label, children = 'Why?' }: TraceLinkProps) {
  if (!useAtLeast('SalesManager')) return null;
  return (
    <Link to={tracesPath(of)} className={className} aria-label={label}>
      {children}
    </Link>
  );
}
