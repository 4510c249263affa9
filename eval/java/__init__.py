"""The evaluation of Java call edges against the JDK's own compiler."""
