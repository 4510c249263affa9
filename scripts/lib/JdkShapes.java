import java.lang.reflect.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

/** Prints the public and protected signatures of JDK packages as one JSON object, a type a line. */
public class JdkShapes {
  private static final List<String> MODULES = List.of("java.base", "java.logging", "java.sql");

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static String type(Type type) {
    String name = type.getTypeName().replace(", ", ",").replace('$', '.');
    return name.replace("? extends java.lang.Object", "?");
  }

  private static String list(Stream<String> parts) {
    return parts.collect(Collectors.joining(",", "[", "]"));
  }

  private static String variables(TypeVariable<?>[] variables) {
    return list(Arrays.stream(variables).map(JdkShapes::variable));
  }

  private static String variable(TypeVariable<?> variable) {
    Type bound = variable.getBounds()[0];
    String text = bound.equals(Object.class) ? "" : type(bound);
    return "[" + quoted(variable.getName()) + "," + quoted(text) + "]";
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static boolean isVisible(Class<?> type) {
    for (Class<?> outer = type; outer != null; outer = outer.getDeclaringClass()) {
      if (!isVisible(outer.getModifiers())) {
        return false;
      }
    }
    return !type.isAnonymousClass() && !type.isLocalClass();
  }

  private static String kind(Class<?> type) {
    if (type.isAnnotation()) {
      return "annotation";
    }
    return type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
  }

  private static String method(Method method) {
    int modifiers = method.getModifiers();
    Type[] types = method.getGenericParameterTypes();
    List<String> parameters = Arrays.stream(types).map(JdkShapes::type).collect(Collectors.toList());
    if (method.isVarArgs()) {
      int last = parameters.size() - 1;
      parameters.set(last, parameters.get(last).replaceAll("\\[\\]$", "..."));
    }
    String flags =
        (Modifier.isStatic(modifiers) ? "s" : "")
            + (Modifier.isAbstract(modifiers) ? "a" : "")
            + (method.isVarArgs() ? "v" : "");
    String row = list(parameters.stream().map(JdkShapes::quoted));
    row += "," + quoted(type(method.getGenericReturnType())) + "," + quoted(flags);
    boolean generic = method.getTypeParameters().length > 0;
    return "[" + row + (generic ? "," + variables(method.getTypeParameters()) : "") + "]";
  }

  private static String shape(Class<?> type) {
    List<String> parts = new ArrayList<>();
    parts.add("\"kind\":" + quoted(kind(type)));
    if (type.getTypeParameters().length > 0) {
      parts.add("\"typevars\":" + variables(type.getTypeParameters()));
    }
    Type above = type.getGenericSuperclass();
    if (above != null && above != Object.class) {
      parts.add("\"extends\":[" + quoted(type(above)) + "]");
    }
    if (type.getInterfaces().length > 0) {
      String key = type.isInterface() ? "extends" : "implements";
      Stream<Type> interfaces = Arrays.stream(type.getGenericInterfaces());
      parts.add(quoted(key) + ":" + list(interfaces.map(JdkShapes::type).map(JdkShapes::quoted)));
    }
    String fields =
        Arrays.stream(type.getDeclaredFields())
            .filter(field -> isVisible(field.getModifiers()) && !field.isSynthetic())
            .map(
                field ->
                    quoted(field.getName()) + ":[" + quoted(type(field.getGenericType())) + ","
                        + quoted(Modifier.isStatic(field.getModifiers()) ? "s" : "") + "]")
            .sorted()
            .collect(Collectors.joining(","));
    if (!fields.isEmpty()) {
      parts.add("\"fields\":{" + fields + "}");
    }
    Map<String, List<String>> methods = new TreeMap<>();
    for (Method method : type.getDeclaredMethods()) {
      if (isVisible(method.getModifiers()) && !method.isSynthetic()) {
        methods.computeIfAbsent(method.getName(), name -> new ArrayList<>()).add(method(method));
      }
    }
    if (!methods.isEmpty()) {
      Stream<String> rows =
          methods.entrySet().stream()
              .map(entry -> quoted(entry.getKey()) + ":" + list(entry.getValue().stream().sorted()));
      parts.add("\"methods\":{" + rows.collect(Collectors.joining(",")) + "}");
    }
    return quoted(type.getCanonicalName()) + ":{" + String.join(",", parts) + "}";
  }

  public static void main(String[] packages) throws Exception {
    Set<String> wanted = Set.of(packages);
    TreeMap<String, Class<?>> types = new TreeMap<>();
    FileSystem runtime = FileSystems.getFileSystem(URI.create("jrt:/"));
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(runtime.getPath("modules", module))) {
        for (Path file : (Iterable<Path>) files::iterator) {
          String name = file.toString();
          if (!name.endsWith(".class") || file.getNameCount() < 4) {
            continue;
          }
          name = file.subpath(2, file.getNameCount()).toString().replace('/', '.');
          name = name.substring(0, name.length() - ".class".length());
          if (wanted.contains(name.substring(0, name.lastIndexOf('.')))) {
            Class<?> type = Class.forName(name, false, ClassLoader.getPlatformClassLoader());
            if (isVisible(type)) {
              types.put(name, type);
            }
          }
        }
      }
    }
    Stream<String> lines = types.values().stream().map(JdkShapes::shape);
    System.out.println("{\n" + lines.collect(Collectors.joining(",\n")) + "\n}");
  }
}
