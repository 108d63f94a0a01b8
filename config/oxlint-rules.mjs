/** Lint rules of our own, in the form of ESLint's plugins. */

/** Arguments lie on the stack: a list as long as a caller likes would overflow it. */
const noListAsArguments = {
  create: (context) => ({
    SpreadElement(node) {
      const call = node.parent.type === "CallExpression" || node.parent.type === "NewExpression";
      const ours = node.argument.type === "ArrayExpression" || node.argument.type === "TSAsExpression";
      if (!call || ours) return;
      context.report({
        node,
        message: "Spread no list into arguments: append() adds lists, reduce() compares their elements.",
      });
    },
  }),
};

export default { meta: { name: "store" }, rules: { "no-list-as-arguments": noListAsArguments } };
