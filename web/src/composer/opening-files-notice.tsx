/** Says that files which were chosen are being opened: large ones take their time. */
export function OpeningFilesNotice({ isShown }: { isShown: boolean }) {
  return (
    // Here before its words come, or screen readers miss them.
    <output className="block">
      {isShown ? <span className="mt-2.5 block text-sm text-ink-3">Abrindo arquivos…</span> : null}
    </output>
  );
}
