/**
 * A member marked `@internal` stays out of the reference; so does every override of it, which typedoc would show
 * unless each carried the mark again. Nor does the reference speak of base classes and
 * interfaces that are not exported.
 */
import { Converter, ReflectionKind } from 'typedoc';

export function load(app) {
  // Before typedoc itself takes the marked ones away.
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => hideOverrides(project), 1000);
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => hideBases(project), -1000);
}

function hideOverrides(project) {
  const classes = project.getReflectionsByKind(ReflectionKind.Class);
  const hidden = classes.flatMap((one) =>
    (one.children ?? []).filter(
      (member) => !isInternal(member) && ancestors(one).some((base) => isInternal(base.getChildByName([member.name]))),
    ),
  );
  for (const member of hidden) project.removeReflection(member);
}

function hideBases(project) {
  const known = (type) => type?.reflection !== undefined;
  for (const one of project.getReflectionsByKind(ReflectionKind.Class)) {
    one.extendedTypes = one.extendedTypes?.filter(known);
    if (!one.implementedTypes?.some(known)) one.implementedTypes = undefined;
    // From the farthest base downwards to the class itself.
    while (one.typeHierarchy?.next !== undefined && !one.typeHierarchy.types.some(known))
      one.typeHierarchy = one.typeHierarchy.next;
    for (const member of one.children ?? []) {
      for (const part of [member, ...(member.signatures ?? []), member.getSignature, member.setSignature]) {
        if (!known(part?.inheritedFrom)) delete part?.inheritedFrom;
        if (!known(part?.overwrites)) delete part?.overwrites;
      }
    }
  }
}

function ancestors(one) {
  const base = one.extendedTypes?.[0]?.reflection;
  return base === undefined ? [] : [base, ...ancestors(base)];
}

function isInternal(member) {
  const comments = [
    member?.comment,
    ...(member?.signatures ?? []).map((s) => s.comment),
    member?.getSignature?.comment,
  ];
  return comments.some((comment) => comment?.hasModifier('@internal'));
}
