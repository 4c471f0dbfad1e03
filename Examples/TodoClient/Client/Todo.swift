public enum Todo {}
