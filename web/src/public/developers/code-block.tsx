export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <section
      aria-label={label}
      // The keyboard scrolls it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="mt-3 overflow-x-auto rounded-[12px] border border-line bg-sunken px-4 py-3.5"
    >
      <pre className="font-mono text-[13px] leading-[1.6]">
        <code>{children}</code>
      </pre>
    </section>
  );
}
