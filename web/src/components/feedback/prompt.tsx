import styles from './prompt.module.css';

/** Tells the user how to start, in place of the results before the first search. */
export function Prompt({ children }: { children: string }) {
  return <p className={styles.prompt}>{children}</p>;
}
