import { Link } from 'react-router-dom';
import styles from './tool-menu.module.css';

export interface Tool {
  label: string;
  description: string;
  to: string;
}

/** A menu of links to screens, each with a sentence on its purpose. */
export function ToolMenu({ tools }: { tools: readonly Tool[] }) {
  return (
    <ul className={styles.menu}>
      {tools.map(({ label, description, to }) => (
        <li key={to}>
          <Link className={styles.tool} to={to}>
            <strong>{label}</strong>
            <span>{description}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
