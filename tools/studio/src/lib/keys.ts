// Single keys, while no field has the focus.

export function onKeys(handler: (key: string, event: KeyboardEvent) => boolean): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as HTMLElement | null
    if (target?.closest('input, textarea, select, [contenteditable]')) return
    // Enter and space press what has the focus.
    const presses = target?.closest('button, a, [role=button], [role=slider]')
    if (presses && (event.key === 'Enter' || event.key === ' ')) return
    if (handler(event.key, event)) event.preventDefault()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}
