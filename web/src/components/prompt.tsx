import styles from './prompt.module.css';

/** Stands in the place of the results before anything was asked for: what to do first. */
export function Prompt({ children }: { children: string }) {
  return <p className={styles.prompt}>{children}</p>;
}
