/**
 * Lets the app survive programs that change its page: a translation or an extension replaces text nodes, and React then removes or inserts
 * beside nodes that are elsewhere, which throws and would replace the screen (https://github.com/facebook/react/issues/11538).
 * @returns a function that restores the browser's methods
 */
export function tolerateForeignDomChanges(): () => void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    // Already removed or moved by another program.
    if (child.parentNode !== this) return child;
    return removeChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T;
  };
  return () => Object.assign(Node.prototype, { removeChild, insertBefore });
}
