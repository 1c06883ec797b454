export function OpeningFilesNotice({ isShown }: { isShown: boolean }) {
  return (
    // Rendered while empty, because screen readers miss an `output` that is inserted together with its text.
    <output className="block">
      {isShown ? <span className="mt-2.5 block text-sm text-ink-3">Abrindo arquivos…</span> : null}
    </output>
  );
}
