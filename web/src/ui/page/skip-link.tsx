export function SkipLink() {
  return (
    <a
      href="#conteudo"
      className="print:hidden fixed top-3 left-3 z-60 -translate-y-20 rounded-full bg-ink px-5 py-3 text-sm font-semibold text-on-ink focus:translate-y-0"
    >
      Pular para o conteúdo
    </a>
  );
}
