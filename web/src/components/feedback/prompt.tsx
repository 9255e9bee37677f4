import styles from './prompt.module.css';

/** Says what to do first, shown in place of the results before the first search. */
export function Prompt({ children }: { children: string }) {
  return <p className={styles.prompt}>{children}</p>;
}
