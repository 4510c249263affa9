import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.File;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;

/**
 * Every call inside a source tree, as the JDK's own compiler attributes it.
 *
 * <p>Prints `caller \t callee`, each as `file:line:name:parameters`: the line where the declaration
 * starts, `<init>` for a constructor, no name for an anonymous class, -1 parameters for a type. Code
 * outside methods belongs to its type; an implied constructor is its type.
 */
public class CallOracle extends TreePathScanner<Void, String> {
  private final Trees trees;
  private final Path root;
  private final Set<String> edges = new TreeSet<>();
  private int sites;
  private int attributed;

  private CallOracle(Trees trees, Path root) {
    this.trees = trees;
    this.root = root;
  }

  private String at(CompilationUnitTree file, Tree tree, String name, int parameters) {
    long start = trees.getSourcePositions().getStartPosition(file, tree);
    String path = root.toUri().relativize(file.getSourceFile().toUri()).getPath();
    return path + ":" + file.getLineMap().getLineNumber(start) + ":" + name + ":" + parameters;
  }

  private String type(TreePath path) {
    ClassTree tree = (ClassTree) path.getLeaf();
    TreePath parent = path.getParentPath();
    boolean created = parent != null && parent.getLeaf() instanceof NewClassTree;
    Tree from = created ? parent.getLeaf() : tree;
    return at(path.getCompilationUnit(), from, tree.getSimpleName().toString(), -1);
  }

  private String method(TreePath path) {
    MethodTree tree = (MethodTree) path.getLeaf();
    CompilationUnitTree file = path.getCompilationUnit();
    if (trees.getSourcePositions().getEndPosition(file, tree) == Diagnostic.NOPOS) {
      return type(path.getParentPath());
    }
    return at(file, tree, tree.getName().toString(), tree.getParameters().size());
  }

  private void note(String caller) {
    sites++;
    Element element = trees.getElement(getCurrentPath());
    if (!(element instanceof ExecutableElement)) {
      return;
    }
    attributed++;
    TreePath declaration = trees.getPath(element);
    if (declaration == null && element.getKind() == ElementKind.CONSTRUCTOR) {
      declaration = trees.getPath(element.getEnclosingElement());
      if (declaration != null) {
        edges.add(caller + "\t" + type(declaration));
      }
    } else if (declaration != null) {
      edges.add(caller + "\t" + method(declaration));
    }
  }

  @Override
  public Void visitClass(ClassTree tree, String caller) {
    return super.visitClass(tree, type(getCurrentPath()));
  }

  @Override
  public Void visitMethod(MethodTree tree, String caller) {
    return super.visitMethod(tree, method(getCurrentPath()));
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree tree, String caller) {
    note(caller);
    return super.visitMethodInvocation(tree, caller);
  }

  @Override
  public Void visitNewClass(NewClassTree tree, String caller) {
    note(caller);
    return super.visitNewClass(tree, caller);
  }

  public static void main(String[] arguments) throws Exception {
    Path root = Paths.get(arguments[0]);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
    List<File> sources;
    try (Stream<Path> found = Files.walk(root)) {
      sources =
          found
              .filter(path -> path.toString().endsWith(".java"))
              .filter(path -> !path.getFileName().toString().matches("(module|package)-info.java"))
              .map(Path::toFile)
              .sorted()
              .collect(Collectors.toList());
    }
    List<String> options = new ArrayList<>(List.of("-proc:none", "-Xmaxerrs", "1", "-nowarn"));
    if (arguments.length > 1) {
      options.addAll(List.of("-cp", arguments[1]));
    }
    JavacTask task =
        (JavacTask)
            compiler.getTask(
                null,
                files,
                new DiagnosticCollector<>(),
                options,
                null,
                files.getJavaFileObjectsFromFiles(sources));
    Iterable<? extends CompilationUnitTree> units = task.parse();
    task.analyze();
    CallOracle oracle = new CallOracle(Trees.instance(task), root);
    for (CompilationUnitTree unit : units) {
      oracle.scan(unit, null);
    }
    oracle.edges.forEach(System.out::println);
    System.err.println("sites " + oracle.sites + " attributed " + oracle.attributed);
  }
}
