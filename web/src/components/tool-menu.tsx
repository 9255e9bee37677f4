import { Link } from 'react-router-dom';
import styles from './tool-menu.module.css';

export interface Tool {
  label: string;
  what: string;
  to: string;
}

/** A menu of links to screens, each with a sentence on what the screen is for. */
export function ToolMenu({ tools }: { tools: readonly Tool[] }) {
  return (
    <ul className={styles.menu}>
      {tools.map(({ label, what, to }) => (
        <li key={to}>
          <Link className={styles.tool} to={to}>
            <strong>{label}</strong>
            <span>{what}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
