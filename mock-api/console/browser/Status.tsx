/** The shapes that tell statuses apart without colours. */
const symbols = { success: '●', warning: '◆', danger: '■', secondary: '○' };

/** A status such as `404`, `…` for a pending response, or a fault such as `reset`. */
export function Status({ children: text }: { children: string }) {
  const kind = findKind(text);
  return (
    <b className={`text-${kind}-emphasis`} data-symbol={symbols[kind]}>
      {text}
    </b>
  );
}

function findKind(text: string) {
  if (text === '…') return 'secondary';
  if (!/^[1-4]/.test(text)) return 'danger';
  return text.startsWith('4') ? 'warning' : 'success';
}
